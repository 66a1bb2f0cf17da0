/** A library that makes the disk of a program slow: LD_PRELOAD, and SLOW_DISK_US for how slow. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @param folder where it is compiled @returns its file @throws without a C compiler */
export function slowDisk(folder) {
  const library = join(folder, 'slow-disk.so')
  const source = fileURLToPath(new URL('preload/slow-disk.c', import.meta.url))
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, source], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the slow disk cannot be compiled')
  return library
}
