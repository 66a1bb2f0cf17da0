import { createServer } from 'node:net'

const MOST_TRIES = 50

interface Listening {
  port: number
  host: string
}

/** (RUN-11) */
export async function takenPort({ port, host }: Listening, command: string): Promise<string | undefined> {
  if (port === 0 || (await isFree(port, host))) return undefined
  const free = await nextFreePort(port, (other) => isFree(other, host))
  return `Port ${port} is taken: another program listens there, perhaps a portal in another terminal.
Stop that one, or choose another port:

  ${command} --port ${free}
`
}

/** 0: whichever the system chooses. */
export async function nextFreePort(taken: number, isFree: (port: number) => Promise<boolean>): Promise<number> {
  for (let port = taken + 1; port <= Math.min(taken + MOST_TRIES, 65_535); port++) if (await isFree(port)) return port
  return 0
}

/** Other obstacles are the server's to name. */
async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer()
  const code = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, host, () => resolve(undefined))
  })
  if (code === undefined) await new Promise((resolve) => server.close(resolve))
  return code !== 'EADDRINUSE'
}
