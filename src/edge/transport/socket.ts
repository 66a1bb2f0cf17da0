/** It follows the three standard streams (`sd_listen_fds(3)`). */
const FIRST_SOCKET = 3

interface SocketVariables {
  LISTEN_PID?: string
  LISTEN_FDS?: string
}

/**
 * Workers get connections, not the socket (DEP-12).
 * @returns undefined without a socket, or with one for another process
 */
export function inheritedSocket({ LISTEN_PID, LISTEN_FDS }: SocketVariables, owner = process.pid): number | undefined {
  if (LISTEN_FDS === undefined || LISTEN_FDS === '0' || LISTEN_PID !== String(owner)) return undefined
  return FIRST_SOCKET
}

/** @returns the problem, for an operator */
export function socketProblem(variables: SocketVariables, owner?: number): string | undefined {
  if (inheritedSocket(variables, owner) === undefined || variables.LISTEN_FDS === '1') return undefined
  return `LISTEN_FDS must be 1: leave one ListenStream= in the socket unit (it is ${JSON.stringify(variables.LISTEN_FDS)})`
}
