/** Debian's Varnish as its package configures it, in front of another server: what a customer has without the portal. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilAnswers200 } from '../load.mjs'
import { freePort, start } from '../process.mjs'

const VARNISHD = '/usr/sbin/varnishd'
/** Pages stay fresh for the whole run. Seconds. */
const TTL = '3600'

export const hasVarnish = () => existsSync(VARNISHD)

/**
 * @param backend origin of what it asks, whose compressed response it stores
 * @param path waited for until it answers 200, which then is stored
 * @returns also the header that its requests need
 */
export async function startVarnish(backend, path) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-varnish-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const { host } = new URL(backend)
  // In the foreground, as this user, and with the rules that are built in.
  const flags = ['-F', '-j', 'none', '-n', folder, '-s', 'malloc,256m', '-t', TTL]
  const sockets = ['-a', `127.0.0.1:${port}`, '-b', host]
  const child = start(VARNISHD, [...flags, ...sockets], { stdio: ['ignore', 'ignore', 'ignore'] })
  const origin = `http://127.0.0.1:${port}`
  // A backend may redirect other hosts to its own. wrk knows the header in this spelling alone.
  const headers = { Host: host }
  await untilAnswers200(origin + path, child, headers)
  return { child, pid: child.pid, origin, headers }
}
