import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import express from 'express'
import request from 'supertest'
import { publicFiles } from '../../../src/http/handlers/public-files.ts'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { ROOT } from '../../support/root.ts'
import { until } from '../../support/until.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'public-'))
  for (const name of ['dowód.txt', 'a b.txt', '.well-known/dowod.txt', '.env', 'folder/.git/config']) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), name)
  }
})
afterEach(() => rm(folder, { recursive: true }))

const statusOf = async (path: string) => (await request(express().use(publicFiles(folder))).get(path)).status

test('the operator’s files are served under any name, also those in .well-known', async () => {
  for (const path of ['/dow%C3%B3d.txt', '/a%20b.txt', '/.well-known/dowod.txt']) {
    expect([path, await statusOf(path)]).toEqual([path, 200])
  }
})

test.each(['/.env', '/folder/.git/config', '/folder', '/.well-known', '/.well-known/../.env', '/nie-ma'])(
  '%s is not',
  async (path) => expect(await statusOf(path)).toBe(404),
)

/** Larger than the page cache stores. Bytes. */
const LARGE = 40 * 1024 * 1024

describe('through the edge', () => {
  let root: string
  let portal: PortalProcess
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'public-root-'))
    for (const name of ['newsroom', 'node_modules', 'package.json', 'sites'])
      await symlink(join(ROOT, name), join(root, name))
    // Copied, not linked: the server finds its root by the real path of its files.
    await cp(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true })
    await mkdir(join(root, 'public'))
    await writeFile(join(root, 'public/ads.txt'), 'google.com, pub-1, DIRECT\n'.repeat(200))
    await writeFile(join(root, 'public/raport.txt'), Buffer.alloc(LARGE, 'a'))
    portal = await startProcess({}, { root })
    await portal.ready()
  })
  afterAll(async () => {
    await portal.stop()
    await rm(root, { recursive: true })
  })

  test('a small file is in the page cache, compressed once (COST-56)', async () => {
    const ask = () => portal.ask('/ads.txt', { headers: { 'accept-encoding': 'gzip' } })
    expect((await ask()).headers['x-cache']).toBe('miss')
    const { status, headers } = await ask()
    expect([status, headers['x-cache'], headers['content-encoding'], headers['cache-control']]).toEqual([
      200,
      'hit',
      'gzip',
      'public, max-age=3600',
    ])
  })

  test("a large one is streamed at the reader's pace, supports ranges, and is never compressed (COST-56)", async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const part = await portal.ask('/raport.txt', { headers: { ...headers, range: 'bytes=10-19' } })
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      'a'.repeat(10),
      `bytes 10-19/${LARGE}`,
    ])
    const { etag } = part.headers
    expect((await portal.ask('/raport.txt', { headers: { ...headers, 'if-none-match': String(etag) } })).status).toBe(
      304,
    )
    await portal.forgetPeak()
    const before = (await portal.memory()).resident
    // Nobody reads from the sockets, so the data stay in their buffers.
    const readers = Array.from({ length: 10 }, () => {
      const socket = connect(portal.port, '127.0.0.1')
      socket.pause()
      socket.write('GET /raport.txt HTTP/1.1\r\nHost: portal\r\nAccept-Encoding: gzip\r\n\r\n')
      return socket
    })
    await wait(2000)
    const { peak } = await portal.memory()
    for (const socket of readers) socket.destroy()
    expect(peak - before).toBeLessThan(LARGE)
    const whole = await portal.ask('/raport.txt', { headers })
    expect([whole.status, whole.text.length, whole.headers['content-encoding']]).toEqual([200, LARGE, undefined])
  })

  test('a streamed response has one log line (OBS-20)', async () => {
    const path = '/raport.txt?w=7'
    const lines = () => portal.lines().filter((line) => line.msg === 'request' && line.path === path)
    const { status } = await portal.ask(path, { headers: { range: 'bytes=10-19' } })
    expect(status).toBe(206)
    await portal.ask('/assets/nie-ma-7.js')
    await until(
      () => portal.lines(),
      (all) => all.some((line) => line.path === '/assets/nie-ma-7.js'),
    )
    expect(lines()).toMatchObject([{ status: 206, cache: 'none' }])
  })
})
