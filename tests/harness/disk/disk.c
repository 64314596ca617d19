/*
 * A disk for tests, preloaded into one process (LD_PRELOAD). It slows syncs down, lets them fail, plays another boot of
 * the machine, and records every change below a folder, so that `power-cut.ts` can build what a loss of power leaves.
 *
 *   DISK_SYNC_MS=8        each fsync and fdatasync takes at least that much longer
 *   DISK_LOG, DISK_ROOT   the log to append to, and the folder, which must exist
 *   DISK_FAIL_SYNC=path   while that file exists, syncs of files named *-wal return EIO without syncing; each other
 *                         descriptor that was open then returns EIO once from its next sync, which does sync (as
 *                         Linux tells a failed writeback to each open file)
 *   DISK_BOOT_ID=path     is opened in place of /proc/sys/kernel/random/boot_id
 *
 * What the log promises, at whatever moment the process is killed:
 * - A change and its record are made under one lock, the record second. So records have the order of the changes, and
 *   have the real results (short writes, errors). A kill in between leaves a change without its record. That is as if
 *   the change had not reached the disk, and no sync can have promised it.
 * - A sync has two records. It covers what was recorded before the first; a change that comes while it runs may have
 *   missed it. It counts only with the second, which is written after the call returned and before the caller learns of
 *   it. So the log of a moment holds every sync that a client could know of at that moment.
 * - Each record is one write to an O_APPEND descriptor. A kill may tear only the last.
 *
 * Not recorded: files named *-shm, which SQLite rebuilds; modes and times; sockets. Copies inside the kernel
 * (sendfile, copy_file_range) and moves from outside the folder are recorded as opaque, and the reader refuses them.
 * Calls go to the kernel directly, so that nothing here comes back to itself. 64-bit Linux only.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define BOOT_ID "/proc/sys/kernel/random/boot_id"

enum kind {
  START = 1,
  CREATE, /* path, inode */
  OPEN,   /* path, inode: an existing file that this process had not opened */
  WRITE,  /* inode, offset, data */
  LENGTH, /* inode, number: cut or extended to this */
  EXTEND, /* inode, number: at least this long */
  RENAME, /* path, other */
  REMOVE, /* path: a file or a folder */
  MKDIR,  /* path */
  LINK,   /* path, other */
  SYNC,   /* inode or path of a folder; number: names the sync */
  SYNCED, /* number: of the sync; result: 0, errno, or TOLD_LATE */
  OPAQUE, /* path: what was done */
};

/* It returned the EIO of an earlier sync: what it covers is neither lost nor acknowledged. */
#define TOLD_LATE (-1)

struct __attribute__((packed)) record {
  uint32_t bytes; /* of the whole record */
  uint32_t kind;
  uint64_t inode;
  int64_t number;
  int32_t result;
  uint16_t path_bytes;
  uint16_t other_bytes;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int log_fd = -1;
static char root[PATH_MAX];
static size_t root_bytes;
static long sync_ms;
static const char *fail_flag;
static const char *boot_id;
static int64_t syncs;

/* The inodes whose name the log has: an open-addressed set that is never full in a test. */
#define SEEN (1u << 20)
static uint64_t *seen;

static void setup(void) {
  const char *ms = getenv("DISK_SYNC_MS");
  sync_ms = ms ? atol(ms) : 0;
  fail_flag = getenv("DISK_FAIL_SYNC");
  boot_id = getenv("DISK_BOOT_ID");
  const char *log = getenv("DISK_LOG"), *folder = getenv("DISK_ROOT");
  if (!log || !folder) return;
  if (!realpath(folder, root)) {
    fprintf(stderr, "disk: DISK_ROOT=%s: %s\n", folder, strerror(errno));
    abort();
  }
  root_bytes = strlen(root);
  seen = calloc(SEEN, sizeof *seen);
  /* A high number keeps out of the way of programs that expect the lowest free descriptors. */
  int fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  log_fd = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 900);
  if (log_fd < 0 || !seen) {
    fprintf(stderr, "disk: DISK_LOG=%s: %s\n", log, strerror(errno));
    abort();
  }
  syscall(SYS_close, fd);
}

static void put(enum kind kind, uint64_t inode, int64_t number, int result, const char *path, const char *other,
                const struct iovec *data, int count, size_t data_bytes);

static void begin(void) {
  setup();
  if (log_fd >= 0) put(START, 0, getpid(), 0, NULL, NULL, NULL, 0, 0);
}

static int is_logging(void) {
  pthread_once(&once, begin);
  return log_fd >= 0;
}

static void put(enum kind kind, uint64_t inode, int64_t number, int result, const char *path, const char *other,
                const struct iovec *data, int count, size_t data_bytes) {
  struct record head = {0};
  head.kind = kind;
  head.inode = inode;
  head.number = number;
  head.result = result;
  head.path_bytes = path ? strlen(path) : 0;
  head.other_bytes = other ? strlen(other) : 0;
  head.bytes = sizeof head + head.path_bytes + head.other_bytes + data_bytes;
  struct iovec parts[3 + IOV_MAX];
  int used = 0;
  parts[used++] = (struct iovec){&head, sizeof head};
  if (path) parts[used++] = (struct iovec){(void *)path, head.path_bytes};
  if (other) parts[used++] = (struct iovec){(void *)other, head.other_bytes};
  /* A record of more parts than one call takes would not be one write. */
  if (used + count > IOV_MAX) {
    fprintf(stderr, "disk: a write of %d parts\n", count);
    abort();
  }
  for (int part = 0; part < count && data_bytes > 0; part++) {
    size_t bytes = data[part].iov_len < data_bytes ? data[part].iov_len : data_bytes;
    parts[used++] = (struct iovec){data[part].iov_base, bytes};
    data_bytes -= bytes;
  }
  if (syscall(SYS_writev, log_fd, parts, used) != (long)head.bytes) {
    fprintf(stderr, "disk: the log cannot be written: %s\n", strerror(errno));
    abort();
  }
}

static void put_path(enum kind kind, const char *path, const char *other) {
  put(kind, 0, 0, 0, path, other, NULL, 0, 0);
}

/* The place of an inode in the set, or the free place for it. Under the lock. */
static uint64_t *place_of(uint64_t inode) {
  uint64_t at = inode * 0x9E3779B97F4A7C15ull >> 44;
  while (seen[at % SEEN] != 0 && seen[at % SEEN] != inode) at++;
  return &seen[at % SEEN];
}

/* Cuts the root from an absolute path, in place. Returns NULL for the root itself, a path outside, and *-shm. */
static char *below_root(char *path) {
  if (strncmp(path, root, root_bytes) != 0 || path[root_bytes] != '/') return NULL;
  char *inside = path + root_bytes + 1;
  size_t bytes = strlen(inside);
  if (bytes >= 4 && strcmp(inside + bytes - 4, "-shm") == 0) return NULL;
  return bytes == 0 ? NULL : inside;
}

/* The path of an open descriptor, or NULL. */
static char *path_of(int fd, char into[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long bytes = syscall(SYS_readlinkat, AT_FDCWD, link, into, PATH_MAX - 1);
  if (bytes <= 0) return NULL;
  into[bytes] = '\0';
  return into;
}

/* The path of a name whose last part may not exist and is not followed; or NULL if it is not below the root. */
static char *named(int folder, const char *name, char into[PATH_MAX]) {
  char parent[PATH_MAX];
  size_t bytes = strlen(name);
  while (bytes > 1 && name[bytes - 1] == '/') bytes--;
  size_t start = bytes;
  while (start > 0 && name[start - 1] != '/') start--;
  if (bytes >= PATH_MAX || start == bytes) return NULL;
  memcpy(parent, name, start);
  strcpy(parent + start, start == 0 ? "." : "");
  long fd = syscall(SYS_openat, folder, parent, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  if (fd < 0) return NULL;
  char *path = path_of(fd, into);
  syscall(SYS_close, fd);
  size_t length = path ? strlen(path) : PATH_MAX;
  if (length + 2 + bytes - start >= PATH_MAX) return NULL;
  path[length] = '/';
  memcpy(path + length + 1, name + start, bytes - start);
  path[length + 1 + bytes - start] = '\0';
  return below_root(path);
}

static int is_file(int fd, struct stat *stats) { return fstat(fd, stats) == 0 && S_ISREG(stats->st_mode); }

/* The inode of an open file that the log knows, or 0. Under the lock. */
static uint64_t known(int fd) {
  struct stat stats;
  if (!is_file(fd, &stats)) return 0;
  return *place_of(stats.st_ino);
}

/* How often the syncs of a file have failed, and how many of these failures a descriptor knows. */
#define FILES 256
static struct {
  uint64_t inode;
  unsigned failures;
} failing[FILES];
#define DESCRIPTORS (1 << 16)
static unsigned told[DESCRIPTORS];

static unsigned *failures_of(int fd) {
  struct stat stats;
  if (fd >= DESCRIPTORS || !is_file(fd, &stats)) return NULL;
  unsigned at = stats.st_ino % FILES;
  while (failing[at].inode != 0 && failing[at].inode != stats.st_ino) at = (at + 1) % FILES;
  failing[at].inode = stats.st_ino;
  return &failing[at].failures;
}

/* --- Opening --- */

static int opened_unwatched(int folder, const char *path, int flags, mode_t mode);

static int opened(int folder, const char *path, int flags, mode_t mode) {
  int fd = opened_unwatched(folder, path, flags, mode);
  size_t bytes = path ? strlen(path) : 0;
  /* A new descriptor does not hear of failures from before. */
  if (fd >= 0 && fail_flag && bytes >= 4 && strcmp(path + bytes - 4, "-wal") == 0) {
    pthread_mutex_lock(&lock);
    unsigned *failures = failures_of(fd);
    if (failures) told[fd] = *failures;
    pthread_mutex_unlock(&lock);
  }
  return fd;
}

static int opened_unwatched(int folder, const char *path, int flags, mode_t mode) {
  if (!path) return syscall(SYS_openat, folder, path, flags, mode);
  int logging = is_logging();
  if (boot_id && strcmp(path, BOOT_ID) == 0) return syscall(SYS_openat, AT_FDCWD, boot_id, flags, mode);
  if (!logging) return syscall(SYS_openat, folder, path, flags, mode);
  /* An open that waits for the other end of a FIFO must not hold the lock: only regular files are of interest. */
  struct stat before;
  int existed = fstatat(folder, path, &before, 0) == 0;
  if (existed ? !S_ISREG(before.st_mode) : !(flags & O_CREAT)) return syscall(SYS_openat, folder, path, flags, mode);
  pthread_mutex_lock(&lock);
  existed = fstatat(folder, path, &before, 0) == 0;
  int fd = syscall(SYS_openat, folder, path, flags, mode);
  int error = errno;
  struct stat stats;
  char full[PATH_MAX], *inside;
  if (fd >= 0 && is_file(fd, &stats) && path_of(fd, full) && (inside = below_root(full))) {
    uint64_t *place = place_of(stats.st_ino);
    if (!existed || *place == 0) put(existed ? OPEN : CREATE, stats.st_ino, stats.st_size, 0, inside, NULL, NULL, 0, 0);
    *place = stats.st_ino;
    if (existed && (flags & O_TRUNC)) put(LENGTH, stats.st_ino, 0, 0, NULL, NULL, NULL, 0, 0);
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return fd;
}

#define MODE(last)                                   \
  mode_t mode = 0;                                   \
  if ((flags & O_CREAT) || (flags & __O_TMPFILE)) {  \
    va_list more;                                    \
    va_start(more, last);                            \
    mode = va_arg(more, mode_t);                     \
    va_end(more);                                    \
  }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
int __open_2(const char *path, int flags) { return opened(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return opened(AT_FDCWD, path, flags, 0); }
int __openat_2(int folder, const char *path, int flags) { return opened(folder, path, flags, 0); }
int __openat64_2(int folder, const char *path, int flags) { return opened(folder, path, flags, 0); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

/* --- Writing --- */

enum { HERE = -1 };

static ssize_t written(int fd, const struct iovec *data, int count, off_t offset) {
  struct stat stats;
  int logged = is_logging() && is_file(fd, &stats);
  if (logged) pthread_mutex_lock(&lock);
  ssize_t bytes = offset == HERE ? syscall(SYS_writev, fd, data, count) : syscall(SYS_pwritev, fd, data, count, offset, 0L);
  int error = errno;
  if (logged) {
    uint64_t inode = bytes > 0 ? known(fd) : 0;
    if (inode != 0) {
      off_t end = offset == HERE ? lseek(fd, 0, SEEK_CUR) : offset + bytes;
      put(WRITE, inode, end - bytes, 0, NULL, NULL, data, count, bytes);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
  }
  return bytes;
}

static ssize_t written_one(int fd, const void *data, size_t bytes, off_t offset) {
  struct iovec part = {(void *)data, bytes};
  return written(fd, &part, 1, offset);
}

/* A negative offset is an error, and must not become the present position. */
static int is_wrong(off_t offset) {
  if (offset < 0) errno = EINVAL;
  return offset < 0;
}

ssize_t write(int fd, const void *data, size_t bytes) { return written_one(fd, data, bytes, HERE); }
ssize_t writev(int fd, const struct iovec *data, int count) { return written(fd, data, count, HERE); }
ssize_t pwrite(int fd, const void *data, size_t bytes, off_t offset) {
  return is_wrong(offset) ? -1 : written_one(fd, data, bytes, offset);
}
ssize_t pwrite64(int fd, const void *data, size_t bytes, off64_t offset) {
  return is_wrong(offset) ? -1 : written_one(fd, data, bytes, offset);
}
ssize_t pwritev(int fd, const struct iovec *data, int count, off_t offset) {
  return is_wrong(offset) ? -1 : written(fd, data, count, offset);
}
ssize_t pwritev64(int fd, const struct iovec *data, int count, off64_t offset) {
  return is_wrong(offset) ? -1 : written(fd, data, count, offset);
}

static int lengthened(int fd, off_t length) {
  int logging = is_logging();
  if (logging) pthread_mutex_lock(&lock);
  int result = syscall(SYS_ftruncate, fd, length);
  int error = errno;
  if (logging) {
    uint64_t inode = result == 0 ? known(fd) : 0;
    if (inode != 0) put(LENGTH, inode, length, 0, NULL, NULL, NULL, 0, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
  }
  return result;
}

int ftruncate(int fd, off_t length) { return lengthened(fd, length); }
int ftruncate64(int fd, off64_t length) { return lengthened(fd, length); }

static int lengthened_path(const char *path, off_t length) {
  int fd = opened(AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0);
  if (fd < 0) return -1;
  int result = lengthened(fd, length), error = errno;
  syscall(SYS_close, fd);
  errno = error;
  return result;
}

int truncate(const char *path, off_t length) { return lengthened_path(path, length); }
int truncate64(const char *path, off64_t length) { return lengthened_path(path, length); }

static int allocated(int fd, int mode, off_t offset, off_t bytes) {
  int logging = is_logging();
  if (logging) pthread_mutex_lock(&lock);
  int result = syscall(SYS_fallocate, fd, mode, offset, bytes);
  int error = errno;
  if (logging) {
    uint64_t inode = result == 0 ? known(fd) : 0;
    if (inode != 0 && mode == 0) put(EXTEND, inode, offset + bytes, 0, NULL, NULL, NULL, 0, 0);
    else if (inode != 0 && !(mode & 1 /* FALLOC_FL_KEEP_SIZE */)) put_path(OPAQUE, "fallocate", NULL);
    else if (inode != 0 && mode != 1) put_path(OPAQUE, "fallocate", NULL);
    pthread_mutex_unlock(&lock);
    errno = error;
  }
  return result;
}

int fallocate(int fd, int mode, off_t offset, off_t bytes) { return allocated(fd, mode, offset, bytes); }
int fallocate64(int fd, int mode, off64_t offset, off64_t bytes) { return allocated(fd, mode, offset, bytes); }
int posix_fallocate(int fd, off_t offset, off_t bytes) { return allocated(fd, 0, offset, bytes) == 0 ? 0 : errno; }
int posix_fallocate64(int fd, off64_t offset, off64_t bytes) { return allocated(fd, 0, offset, bytes) == 0 ? 0 : errno; }

static ssize_t copied(long number, int out, long a, long b, long c, long d, long e, const char *what) {
  int logging = is_logging();
  if (logging) pthread_mutex_lock(&lock);
  ssize_t bytes = syscall(number, a, b, c, d, e, 0L);
  int error = errno;
  if (logging) {
    if (bytes > 0 && known(out) != 0) put_path(OPAQUE, what, NULL);
    pthread_mutex_unlock(&lock);
    errno = error;
  }
  return bytes;
}

ssize_t sendfile(int out, int in, off_t *offset, size_t bytes) {
  return copied(SYS_sendfile, out, out, in, (long)offset, bytes, 0, "sendfile");
}
ssize_t sendfile64(int out, int in, off64_t *offset, size_t bytes) {
  return copied(SYS_sendfile, out, out, in, (long)offset, bytes, 0, "sendfile");
}
ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t bytes, unsigned flags) {
  (void)flags;
  return copied(SYS_copy_file_range, out, in, (long)from, out, (long)to, bytes, "copy_file_range");
}

/* --- Names --- */

static int moved(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  int logging = is_logging();
  char a[PATH_MAX], b[PATH_MAX], *old = NULL, *new = NULL;
  if (logging) {
    pthread_mutex_lock(&lock);
    old = named(from_folder, from, a);
    new = named(to_folder, to, b);
  }
  int result = syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  int error = errno;
  if (logging) {
    if (result == 0 && old && new) put_path((flags & RENAME_EXCHANGE) ? OPAQUE : RENAME, old, new);
    else if (result == 0 && old) put_path(REMOVE, old, NULL);
    else if (result == 0 && new) put_path(OPAQUE, "rename from outside", NULL);
    pthread_mutex_unlock(&lock);
    errno = error;
  }
  return result;
}

int rename(const char *from, const char *to) { return moved(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return moved(from_folder, from, to_folder, to, 0);
}
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return moved(from_folder, from, to_folder, to, flags);
}

/* Removes or makes a name: both calls take a folder, a path and one number. */
static int changed(long call, enum kind kind, int folder, const char *path, long given) {
  int logging = is_logging();
  char full[PATH_MAX], *inside = NULL;
  if (logging) {
    pthread_mutex_lock(&lock);
    inside = named(folder, path, full);
  }
  int result = syscall(call, folder, path, given);
  int error = errno;
  if (logging) {
    if (result == 0 && inside) put_path(kind, inside, NULL);
    pthread_mutex_unlock(&lock);
    errno = error;
  }
  return result;
}

static int removed(int folder, const char *path, int flags) {
  return changed(SYS_unlinkat, REMOVE, folder, path, flags);
}

int unlink(const char *path) { return removed(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return removed(folder, path, flags); }
int rmdir(const char *path) { return removed(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) {
  return changed(SYS_mkdirat, MKDIR, folder, path, mode);
}

static int linked(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  int logging = is_logging();
  char a[PATH_MAX], b[PATH_MAX], *old = NULL, *new = NULL;
  if (logging) {
    pthread_mutex_lock(&lock);
    old = named(from_folder, from, a);
    new = named(to_folder, to, b);
  }
  int result = syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
  int error = errno;
  if (logging) {
    if (result == 0 && new) put_path(old ? LINK : OPAQUE, old ? old : "link from outside", new);
    pthread_mutex_unlock(&lock);
    errno = error;
  }
  return result;
}

int link(const char *from, const char *to) { return linked(AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  return linked(from_folder, from, to_folder, to, flags);
}

/* --- Syncing --- */

enum { WORKS, FAILS, TELLS_LATE };

/* What the test lets this sync do. */
static int outcome_of(int fd) {
  char path[PATH_MAX];
  if (!fail_flag || !path_of(fd, path)) return WORKS;
  size_t bytes = strlen(path);
  if (bytes < 4 || strcmp(path + bytes - 4, "-wal") != 0) return WORKS;
  struct stat flag;
  int fails = stat(fail_flag, &flag) == 0, outcome = WORKS;
  pthread_mutex_lock(&lock);
  unsigned *failures = failures_of(fd);
  if (failures) {
    if (fails) ++*failures;
    outcome = fails ? FAILS : told[fd] < *failures ? TELLS_LATE : WORKS;
    told[fd] = *failures;
  }
  pthread_mutex_unlock(&lock);
  return outcome;
}

static void linger(void) {
  struct timespec left = {sync_ms / 1000, sync_ms % 1000 * 1000000};
  while (sync_ms > 0 && nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

static int synced(long call, int fd) {
  int logging = is_logging();
  int64_t sync = 0;
  struct stat stats;
  if (logging && fstat(fd, &stats) == 0) {
    pthread_mutex_lock(&lock);
    char full[PATH_MAX];
    uint64_t inode = S_ISREG(stats.st_mode) ? *place_of(stats.st_ino) : 0;
    char *folder = S_ISDIR(stats.st_mode) ? path_of(fd, full) : NULL;
    if (folder && strcmp(folder, root) == 0) folder = ".";
    else if (folder) folder = below_root(folder);
    if (inode != 0 || folder) {
      /* With the process id, for a log that several processes append to. */
      sync = (int64_t)getpid() << 32 | ++syncs;
      put(SYNC, inode, sync, 0, folder, NULL, NULL, 0, 0);
    }
    pthread_mutex_unlock(&lock);
  }
  int outcome = outcome_of(fd);
  int result = outcome == FAILS ? -1 : syscall(call, fd);
  int error = outcome == FAILS ? EIO : errno;
  int noted = result == 0 ? 0 : error;
  if (result == 0 && outcome == TELLS_LATE) {
    result = -1;
    error = EIO;
    noted = TOLD_LATE;
  }
  linger();
  if (sync != 0) {
    pthread_mutex_lock(&lock);
    put(SYNCED, 0, sync, noted, NULL, NULL, NULL, 0, 0);
    pthread_mutex_unlock(&lock);
  }
  errno = error;
  return result;
}

int fsync(int fd) { return synced(SYS_fsync, fd); }
int fdatasync(int fd) { return synced(SYS_fdatasync, fd); }
