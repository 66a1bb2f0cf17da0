/** Descriptor of systemd's first socket, after the three standard streams (`sd_listen_fds(3)`). */
const FIRST_SOCKET = 3

/** systemd's description of the sockets, and of the process they are for. */
interface SocketVariables {
  LISTEN_PID?: string
  LISTEN_FDS?: string
}

/**
 * Descriptor of the socket that this process was started with (DEP-12). Workers get connections, not the socket.
 * @returns undefined without a socket, or with one for another process
 */
export function inheritedSocket({ LISTEN_PID, LISTEN_FDS }: SocketVariables, owner = process.pid): number | undefined {
  if (LISTEN_FDS === undefined || LISTEN_FDS === '0' || LISTEN_PID !== String(owner)) return undefined
  return FIRST_SOCKET
}

/** @returns the problem with systemd's sockets, for an operator */
export function socketProblem(variables: SocketVariables, owner?: number): string | undefined {
  if (inheritedSocket(variables, owner) === undefined || variables.LISTEN_FDS === '1') return undefined
  return `LISTEN_FDS must be 1: leave one ListenStream= in the socket unit (it is ${JSON.stringify(variables.LISTEN_FDS)})`
}
