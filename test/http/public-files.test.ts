import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import express from 'express'
import request from 'supertest'
import { publicFiles } from '../../src/http/public-files.ts'

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

test('the operator’s files are there, however their names are written, those in .well-known too', async () => {
  for (const path of ['/dow%C3%B3d.txt', '/a%20b.txt', '/.well-known/dowod.txt']) {
    expect([path, await statusOf(path)]).toEqual([path, 200])
  }
})

test.each(['/.env', '/folder/.git/config', '/folder', '/.well-known', '/.well-known/../.env', '/nie-ma'])(
  '%s is not',
  async (path) => expect(await statusOf(path)).toBe(404),
)
