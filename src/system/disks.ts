import { readFile, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Platform } from './platform.ts'

export interface Mount {
  part: string
  point: string
  type: string
}

export type Loss = string

const MOUNTS = '/proc/self/mountinfo'
const IN_MEMORY = new Set(['tmpfs', 'ramfs'])
const LAYERED = new Set(['overlay', 'aufs', 'fuse-overlayfs', 'fuse.fuse-overlayfs'])
const NETWORK = /^(?:nfs4?|cifs|smb3|smbfs|9p|fuse\.sshfs)$/
/** Kubernetes' volume that lives as long as its pod. */
const EMPTY_DIR = 'kubernetes.io~empty-dir'

export function mountsOf(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ', 2)
    const [, , , part, point] = before.split(' ')
    const [type] = after.split(' ')
    return part && point && type ? [{ part: unescaped(part), point: unescaped(point), type }] : []
  })
}

/** The last mount at a point hides others. */
export function mountAt(path: string, mounts: readonly Mount[]): Mount | undefined {
  const isAbove = ({ point }: Mount) => point === '/' || path === point || path.startsWith(`${point}/`)
  return mounts.reduce<Mount | undefined>(
    (best, mount) => (isAbove(mount) && mount.point.length >= (best?.point.length ?? 0) ? mount : best),
    undefined,
  )
}

/**
 * Why files are lost there, for an operator.
 * @param inCluster a pod's own disk goes with it
 * @returns undefined where files seem to last
 */
export function lossOn(mount: Mount | undefined, platform: Platform | undefined, inCluster = false): Loss | undefined {
  if (platform?.disk === 'none') return `${platform.name} keeps no files`
  if (mount === undefined) return undefined
  const { part, point, type } = mount
  if (point === '/dev') return undefined
  if (IN_MEMORY.has(type)) return `${point} is in memory (${type})`
  if (part.includes(EMPTY_DIR)) return `${point} is a volume that goes with its pod (emptyDir)`
  if (LAYERED.has(type)) return `${point} is a layer of the container (${type}), which goes with it`
  const keeper = platform?.name ?? (inCluster ? 'Kubernetes' : undefined)
  if (keeper !== undefined && point === '/') return `${keeper} keeps only what lies on a volume`
  return undefined
}

export function isNetworkDisk(mount: Mount | undefined): boolean {
  return mount !== undefined && NETWORK.test(mount.type)
}

/** Undefined on systems without this information. */
export async function mountOfFile(path: string): Promise<Mount | undefined> {
  try {
    const [mounts, real] = await Promise.all([readFile(MOUNTS, 'utf8').then(mountsOf), existingPart(path)])
    return mountAt(real, mounts)
  } catch {
    return undefined
  }
}

async function existingPart(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : existingPart(above)
  }
}

function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}
