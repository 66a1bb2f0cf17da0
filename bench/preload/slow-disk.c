/* A disk whose fsync takes SLOW_DISK_US microseconds longer, for bench:subscribers. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void delay(void) {
  const char *microseconds = getenv("SLOW_DISK_US");
  if (microseconds) usleep(atoi(microseconds));
}

int fsync(int file) {
  delay();
  return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  delay();
  return (int)syscall(SYS_fdatasync, file);
}
