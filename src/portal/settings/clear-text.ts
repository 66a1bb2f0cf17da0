import { type ClearText, reachOf } from '../../system/clear-text.ts'

const REMEDIES: Readonly<Record<string, string>> = {
  REDIS_URL: 'start with rediss',
  DATABASE_URL: 'have sslmode=require, verify-ca or verify-full',
}

/** Rejects a secret that crosses the internet, unless the operator declares the host part of a private network (OPS-13). */
export function clearTextProblems(exposed: readonly ClearText[], allowed: readonly string[]): string[] {
  return exposed.flatMap(({ secret, address, host }) => {
    const { hostname } = new URL(`http://${host}`)
    if (reachOf(hostname) === 'network' || allowed.includes(hostname)) return []
    const remedy = REMEDIES[address] ?? 'start with https'
    return [
      `${secret} would go to ${host} in clear text: ${address} must ${remedy}, or CLEAR_TEXT_HOSTS must name ${hostname}, if it is in a network of your own`,
    ]
  })
}
