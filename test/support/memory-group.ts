import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MOUNT = '/sys/fs/cgroup'
/** Names of the kernel's files in both versions of control groups. */
const VERSIONS = [
  {
    line: /^\d+:memory:(.*)$/m,
    mount: join(MOUNT, 'memory'),
    limit: 'memory.limit_in_bytes',
    peak: 'memory.max_usage_in_bytes',
  },
  { line: /^0::(.*)$/m, mount: MOUNT, limit: 'memory.max', peak: 'memory.peak' },
]

/** A control group with a limit of memory, as an engine of containers makes one. */
export interface MemoryGroup {
  /** A process that writes its id there belongs to it. */
  processes: string
  /** Bytes, cached files included. */
  peak(): Promise<number>
  remove(): Promise<void>
}

/** @returns undefined where this machine lets nobody make one; the test says so */
export async function memoryGroup(bytes: number): Promise<MemoryGroup | undefined> {
  const groups = await readFile('/proc/self/cgroup', 'utf8')
  for (const { line, mount, limit, peak } of VERSIONS) {
    const path = line.exec(groups)?.[1]
    if (path === undefined) continue
    const folder = join(mount, path, `szpalta-test-${process.pid}`)
    try {
      await mkdir(folder)
      await writeFile(join(folder, limit), String(bytes))
    } catch {
      await rmdir(folder).catch(() => {})
      continue
    }
    return {
      processes: join(folder, 'cgroup.procs'),
      peak: async () => Number(await readFile(join(folder, peak), 'utf8')),
      remove: () => rmdir(folder),
    }
  }
  process.stderr.write('SKIPPED: no control group with a limit of memory can be made here\n')
  return undefined
}
