// For the process that this is preloaded into (LD_PRELOAD): kill -9 in the middle of its Nth call (SABIR_DIES_AT) to the
// file system, counted from the one that makes a file with SABIR_DIES_FROM in its name.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int calls;

static int is_last(void)
{
    const char *at = getenv("SABIR_DIES_AT");
    return calls > 0 && at && ++calls > atoi(at);
}

static void die(void)
{
    kill(getpid(), SIGKILL);
}

int open(const char *path, int flags, ...)
{
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    const char *from = getenv("SABIR_DIES_FROM");
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (calls == 0 && from && flags & O_CREAT && strstr(path, from))
        calls = 1;
    if (is_last())
        die();
    return real(path, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t count)
{
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (is_last()) {
        real(file, bytes, count / 2);
        die();
    }
    return real(file, bytes, count);
}

int fsync(int file)
{
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    if (is_last())
        die();
    return real(file);
}

int close(int file)
{
    int (*real)(int) = dlsym(RTLD_NEXT, "close");
    if (is_last())
        die();
    return real(file);
}

int rename(const char *old, const char *new)
{
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    if (is_last())
        die();
    return real(old, new);
}
