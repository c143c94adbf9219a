/* What a NATS JetStream stream takes from one publisher: replicas 3, file storage, message ids, 64 messages of 272 bytes
 * under way, as those of a clustered room.
 *
 *   bare nats://HOST:PORT MESSAGES
 */
#include <nats/nats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static natsStatus publish(jsCtx *stream, long run, int number) {
    char body[272], id[64], subject[80];
    jsPubOptions options;
    memset(body, 'x', sizeof body);
    snprintf(id, sizeof id, "%ld-%d", run, number);
    snprintf(subject, sizeof subject, "bare.%s", id);
    jsPubOptions_Init(&options);
    options.MsgId = id;
    return js_PublishAsync(stream, subject, body, sizeof body, &options);
}

int main(int count, char **words) {
    natsConnection *connection;
    jsCtx *stream;
    jsOptions options;
    jsStreamConfig config;
    const char *subjects[] = {"bare.>"};
    jsErrCode code = 0;
    if (count != 3) return fprintf(stderr, "bare nats://HOST:PORT MESSAGES\n"), 64;
    jsOptions_Init(&options);
    options.PublishAsync.MaxPending = 64;
    options.PublishAsync.StallWait = 10000;
    jsStreamConfig_Init(&config);
    config.Name = "bare", config.Subjects = subjects, config.SubjectsLen = 1;
    config.Replicas = 3, config.Storage = js_FileStorage;
    if (natsConnection_ConnectTo(&connection, words[1]) != NATS_OK ||
        natsConnection_JetStream(&stream, connection, &options) != NATS_OK ||
        js_AddStream(NULL, stream, &config, NULL, &code) != NATS_OK)
        return fprintf(stderr, "bare: no stream (%d)\n", code), 1;
    double start = now();
    int messages = atoi(words[2]);
    for (int number = 0; number < messages; number++)
        if (publish(stream, (long)(start * 1e6), number) != NATS_OK) return fprintf(stderr, "bare: refused\n"), 1;
    js_PublishAsyncComplete(stream, NULL);
    printf("%.0f messages a second\n", messages / (now() - start));
    js_DeleteStream(stream, "bare", NULL, &code);
    return 0;
}
