import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'
import { inTime } from '../system/deadline.ts'
import { type GroupMemory, groupMemory } from '../system/memory.ts'

export interface MachineSettings {
  folders?: Readonly<Record<string, string>>
  backup?: string
}

/** A hanging disk must not delay other figures. */
const LIMIT_MS = 1000
/** Without a label absent figures would be 0. */
const OF_GROUP = { scope: 'group' }
const OF_SUBSCRIBERS = { what: 'subscribers' }

export function machineFigures(registers: Registry[], { folders = {}, backup }: MachineSettings): void {
  const memory = (name: string, help: string, read: (memory: GroupMemory) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['scope'],
      aggregator: 'max',
      registers,
      async collect() {
        const group = await groupMemory()
        if (group) this.set(OF_GROUP, read(group))
        else this.reset()
      },
    })
  }
  memory(
    'szpalta_memory_limit_bytes',
    'Memory that the control group of the process may use; absent without a limit',
    ({ limit }) => limit,
  )
  memory(
    'szpalta_memory_used_bytes',
    'Memory that this control group uses, without cached files that can be given up',
    ({ used }) => used,
  )
  const disk = (name: string, help: string, aggregator: 'min' | 'max', read: (disk: Disk) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      aggregator,
      registers,
      async collect() {
        for (const [folder, path] of Object.entries(folders)) {
          const space = await inTime(diskOf(path), LIMIT_MS, undefined)
          if (space) this.set({ folder }, read(space))
        }
      },
    })
  }
  disk('szpalta_disk_free_bytes', 'Free space where the portal writes', 'min', ({ free }) => free)
  disk('szpalta_disk_size_bytes', 'Size of the disk where the portal writes', 'max', ({ size }) => size)
  if (backup === undefined) return
  new Gauge({
    name: 'szpalta_backup_timestamp_seconds',
    help: 'When the last backup was made (BACKUP_FILE), in seconds since 1970; 0: never',
    labelNames: ['what'],
    aggregator: 'max',
    registers,
    async collect() {
      const made = await inTime(madeAt(backup), LIMIT_MS, undefined)
      if (made !== undefined) this.set(OF_SUBSCRIBERS, made)
    },
  })
}

export function startTime(registers: Registry[]): void {
  new Gauge({
    name: 'szpalta_start_time_seconds',
    help: 'When the instance started, in seconds since 1970',
    registers,
  }).set(Math.round(performance.timeOrigin / 1000))
}

interface Disk {
  free: number
  size: number
}

async function diskOf(path: string): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return dirname(path) === path ? undefined : diskOf(dirname(path))
  }
}

async function madeAt(file: string): Promise<number> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
  return Math.floor(mtimeMs / 1000)
}

const SHORTEST = 1000

/** 0 to 1; calls within a second share it. */
export function createUtilisation(now: () => number = () => performance.now()): () => number {
  let since = performance.eventLoopUtilization()
  let readAt = now()
  let last: number | undefined
  return () => {
    if (last !== undefined && now() - readAt < SHORTEST) return last
    const current = performance.eventLoopUtilization()
    last = performance.eventLoopUtilization(current, since).utilization
    since = current
    readAt = now()
    return last
  }
}
