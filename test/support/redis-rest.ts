import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import { z } from 'zod'

/** A REST interface in front of a real Redis, as Upstash documents it. */
export interface RedisRest {
  url: string
  token: string
  /** Received commands. */
  readonly commands: string[][]
  close(): Promise<void>
}

const commandSchema = z.array(z.union([z.string(), z.number()]).transform(String)).min(1)

/** `POST /` with one command, any other path with several; texts are in base64 when requested. */
export async function startRedisRest(redisUrl: string): Promise<RedisRest> {
  const token = 'tajny-token-magazynu'
  const commands: string[][] = []
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: 0,
    retryStrategy: () => 100,
    protocol: 2,
    enableReadyCheck: false,
  })
  redis.on('error', () => {})

  const run = async (command: string[]): Promise<{ result: unknown } | { error: string }> => {
    commands.push(command)
    const [name = '', ...args] = command
    try {
      return { result: flat(await redis.call(name, ...args)) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
  const server = createServer(async (request, response) => {
    const reply = (status: number, json: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    if (request.headers.authorization !== `Bearer ${token}`) return void reply(401, { error: 'Unauthorized' })
    const isEncoded = request.headers['upstash-encoding'] === 'base64'
    const encoded = (one: { result: unknown } | { error: string }) =>
      'result' in one && isEncoded ? { result: base64(one.result) } : one
    const body: unknown = JSON.parse(await textOf(request))
    if (request.url === '/') {
      const one = await run(commandSchema.parse(body))
      return void reply('error' in one ? 400 : 200, encoded(one))
    }
    const all = []
    for (const command of z.array(commandSchema).parse(body)) all.push(encoded(await run(command)))
    reply(200, all)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    commands,
    async close() {
      redis.disconnect()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The client makes an object of a table's fields, which Redis and the interface send as names and values in turn. */
function flat(result: unknown): unknown {
  return result instanceof Object && !Array.isArray(result) ? Object.entries(result).flat() : result
}

/** Encodes texts at any depth; "OK" stays unchanged. */
function base64(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(base64)
  return typeof result === 'string' && result !== 'OK' ? Buffer.from(result).toString('base64') : result
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
