/** Where the first socket stands that systemd hands over: behind the three standard streams (`sd_listen_fds(3)`). */
const FIRST_SOCKET = 3

/** What systemd says of the sockets that it hands over, and to which process. */
interface SocketVariables {
  LISTEN_PID?: string | undefined
  LISTEN_FDS?: string | undefined
}

/**
 * The descriptor of the socket that this process was started with (DEP-12). Workers are given connections, not the socket.
 * @returns nothing when there is none, or when it was meant for another process
 */
export function inheritedSocket({ LISTEN_PID, LISTEN_FDS }: SocketVariables, owner = process.pid): number | undefined {
  if (LISTEN_FDS === undefined || LISTEN_FDS === '0' || LISTEN_PID !== String(owner)) return undefined
  return FIRST_SOCKET
}

/** @returns what is wrong with the sockets that were handed over, for an operator */
export function socketProblem(variables: SocketVariables, owner?: number): string | undefined {
  if (inheritedSocket(variables, owner) === undefined || variables.LISTEN_FDS === '1') return undefined
  return `LISTEN_FDS must be 1: leave one ListenStream= in the socket unit (it is ${JSON.stringify(variables.LISTEN_FDS)})`
}
