/* Members of many rooms at several nodes, on one thread: they join, talk, and all count what they hear.
 *
 *   rooms-load PORT,PORT,... ROOMS MEMBERS rate|first WINDOW SECONDS
 *   rooms-load PORT,PORT,... ROOMS MEMBERS paced RATE SECONDS
 *
 * Room k has the id 00000000-0000-4000-8000-%012d of k, and MEMBERS members at each node. With "rate" WINDOW lines of
 * 120 bytes are under way in all rooms together, of one member one at a time, and the next goes when every member of
 * the room has one; "first" is the same with members of the first node alone saying them; with "paced" RATE go out a
 * second, whatever comes back. Prints one JSON object: lines a second, and in milliseconds from sending to the sender's
 * own echo and to the last member's reading. Ends with 1 where a line is lost, double, or out of the order of the
 * room's numbers.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 65536 + 4, SLOTS = 1 << 16, PORTS = 16 };

struct member {
    int socket, room, busy;
    long seq;
    size_t have, room_for;
    unsigned char *buffer;
};

/* A line under way; a slot is used again once everybody has it. */
struct line {
    long serial;
    int waiting, sender;
    double sent;
};

static struct member *members;
static struct line lines[SLOTS];
static int ports[PORTS], nodes, rooms, each, count, first_alone, welcomed, poller, turn, under_way, slot_turn;
static long serial, done;
static float *echoes, *ends;
static long echoed, ended, most;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    exit(1);
}

static void packet(struct member *member, const char *format, ...) {
    char out[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(out + 4, sizeof out - 4, format, list);
    va_end(list);
    uint32_t head = htonl(length);
    memcpy(out, &head, 4);
    if (write(member->socket, out, length + 4) != length + 4) fail("rooms-load: a node does not read: %m");
}

static void join(int number) {
    struct member *member = &members[number];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int yes = 1;
    member->room = number % rooms;
    address.sin_port = htons(ports[number / rooms % nodes]);
    member->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(member->socket, (struct sockaddr *)&address, sizeof address)) fail("rooms-load: no node: %m");
    setsockopt(member->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = number};
    epoll_ctl(poller, EPOLL_CTL_ADD, member->socket, &event);
    packet(member, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"m%d\",\"lang\":\"en\","
                   "\"room\":\"00000000-0000-4000-8000-%012d\"}", number, member->room);
}

static void say(int number) {
    while (lines[slot_turn].waiting) slot_turn = (slot_turn + 1) % SLOTS;
    struct line *line = &lines[slot_turn];
    *line = (struct line){.serial = ++serial, .waiting = each * nodes, .sender = number, .sent = now()};
    members[number].busy++;
    under_way++;
    packet(&members[number], "{\"type\":\"message\",\"message\":\"line %010ld %06d %0*d\",\"lang\":\"en\"}",
           line->serial, slot_turn, 97, 0);
}

/* The next member in turn, through all rooms before the next member of the first. */
static void say_next(void) {
    do turn = (turn + 1) % count;
    while (members[turn].busy || (first_alone && turn / rooms % nodes));
    say(turn);
}

static void heard(int number, char *text) {
    struct member *member = &members[number];
    char *seq = strstr(text, "\"seq\":"), *body = strstr(text, "\"line ");
    if (!seq || !body) return;
    long given = atol(seq + 6), which = atol(body + 6);
    struct line *line = &lines[atoi(body + 17) % SLOTS];
    if (given <= member->seq) fail("rooms-load: number %ld after %ld in room %d", given, member->seq, member->room);
    member->seq = given;
    if (line->serial != which || line->waiting == 0) return; /* of an earlier run, as a newcomer may see them */
    double took = now() - line->sent;
    if (line->sender == number && echoed < most) echoes[echoed++] = took;
    if (--line->waiting) return;
    members[line->sender].busy--;
    under_way--;
    done++;
    if (ended < most) ends[ended++] = took;
}

static void taken(int number, char *text) {
    if (strstr(text, "\"type\":\"message\"")) heard(number, text);
    else if (strstr(text, "\"type\":\"welcome\"")) welcomed++;
    else if (strstr(text, "\"type\":\"ping\"")) packet(&members[number], "{\"type\":\"pong\"}");
    else if (strstr(text, "\"type\":\"error\"")) fail("rooms-load: %s", text);
}

static void frames(int number) {
    struct member *member = &members[number];
    size_t at = 0;
    uint32_t head;
    while (member->have - at >= 4) {
        memcpy(&head, member->buffer + at, 4);
        size_t length = ntohl(head);
        if (length > BUFFER) fail("rooms-load: a packet of %zu bytes", length);
        if (member->have - at - 4 < length) break;
        unsigned char kept = member->buffer[at + 4 + length];
        member->buffer[at + 4 + length] = 0;
        taken(number, (char *)member->buffer + at + 4);
        member->buffer[at + 4 + length] = kept;
        at += 4 + length;
    }
    memmove(member->buffer, member->buffer + at, member->have -= at);
}

static void receive(int number) {
    struct member *member = &members[number];
    if (member->have == member->room_for) {
        member->room_for = member->room_for ? 2 * member->room_for : 2048;
        member->buffer = realloc(member->buffer, member->room_for + 1);
    }
    ssize_t got = read(member->socket, member->buffer + member->have, member->room_for - member->have);
    if (got <= 0) fail("rooms-load: a node left member %d", number);
    member->have += got;
    frames(number);
}

static void listen_for(double seconds) {
    struct epoll_event events[256];
    int ready = epoll_wait(poller, events, 256, seconds <= 0 ? 0 : (int)(seconds * 1000) + 1);
    for (int i = 0; i < ready; i++) receive(events[i].data.u32);
}

/* 64 joins at a time, so that no queue of connections overflows. */
static void join_all(void) {
    double end = now() + 120;
    for (int number = 0; number < count; number++) {
        join(number);
        while (number - welcomed >= 64 && now() < end) listen_for(1);
    }
    while (welcomed < count && now() < end) listen_for(1);
    if (welcomed < count) fail("rooms-load: %d of %d were welcomed", welcomed, count);
}

static void finish(void) {
    for (double end = now() + 30; under_way && now() < end;) listen_for(1);
    if (under_way) fail("rooms-load: %d lines did not reach everybody", under_way);
}

static void run_rate(int window, double seconds) {
    for (double end = now() + seconds; now() < end; listen_for(1))
        while (under_way < window && under_way < (first_alone ? count / nodes : count)) say_next();
}

static void run_paced(double rate, double seconds) {
    double start = now();
    for (long sent = 0; sent < (long)(rate * seconds);) {
        double wait = start + sent / rate - now();
        if (wait > 0) listen_for(wait);
        else say(turn = (turn + 1) % count), sent++;
    }
}

static int compare(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double at(float *values, long length, double share) {
    return length ? 1000.0 * values[(long)(share * (length - 1))] : 0;
}

int main(int argc, char **words) {
    const char *usage = "rooms-load PORT,... ROOMS MEMBERS rate|first|paced WINDOW|RATE SECONDS";
    if (argc != 7) return fprintf(stderr, "%s\n", usage), 64;
    for (char *port = strtok(words[1], ","); port && nodes < PORTS; port = strtok(NULL, ","))
        ports[nodes++] = atoi(port);
    rooms = atoi(words[2]), each = atoi(words[3]), count = rooms * each * nodes;
    double amount = atof(words[5]), seconds = atof(words[6]);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    most = 1 << 20;
    members = calloc(count, sizeof *members);
    echoes = malloc(most * sizeof *echoes), ends = malloc(most * sizeof *ends);
    poller = epoll_create1(0);
    join_all();
    double start = now();
    first_alone = !strcmp(words[4], "first");
    if (first_alone || !strcmp(words[4], "rate")) run_rate((int)amount, seconds);
    else run_paced(amount, seconds);
    finish();
    double took = now() - start;
    qsort(echoes, echoed, sizeof *echoes, compare);
    qsort(ends, ended, sizeof *ends, compare);
    printf("{\"lines\":%ld,\"seconds\":%.3f,\"rate\":%.1f,\"echo_p50\":%.2f,\"echo_p99\":%.2f,\"all_p50\":%.2f,"
           "\"all_p99\":%.2f}\n", done, took, done / took, at(echoes, echoed, .5), at(echoes, echoed, .99),
           at(ends, ended, .5), at(ends, ended, .99));
    return 0;
}
