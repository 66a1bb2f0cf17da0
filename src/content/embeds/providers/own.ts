import type { OwnEmbed } from '../../../services/service.ts'
import type { Form, Provider } from './provider.ts'

/** It cannot leave its place in a URL. */
const PART = '[A-Za-z0-9_-]{1,100}'
export const PLACEHOLDER = /\{([a-z]{1,20})\}/g

const compiled = new WeakMap<OwnEmbed, Provider>()

export function ownProvider(own: OwnEmbed): Provider {
  const known = compiled.get(own)
  if (known) return known
  const hosts = own.hosts.map(withoutWww)
  const shape = 'height' in own.shape ? { height: own.shape.height } : { ratio: own.shape.ratio }
  const frameUrl = new URL(own.frame)
  const [mainHost = ''] = own.hosts
  const [mainPath = ''] = own.paths
  const form = (host: string, path: string, shown: { host: string; path: string }): Form => {
    const [pathname = '', query = ''] = path.split('?', 2)
    const pairs = [...new URLSearchParams(query)]
    const ids = [...new Set([...path.matchAll(PLACEHOLDER)].map(([, part = '']) => part))]
    return {
      hosts: [withoutWww(host)],
      path: new RegExp(`^${pattern(pathname)}/?$`),
      query: Object.fromEntries(pairs.map(([name, value]) => [name, new RegExp(`^${pattern(value)}$`)])),
      id: ids.map((part) => `{${part}}`).join('/'),
      url: `https://${shown.host}${shown.path}`,
      frame: own.frame,
      shape,
    }
  }
  const framePath = own.frame.slice(frameUrl.origin.length)
  const provider: Provider = {
    type: 'embed',
    name: own.name,
    hosts: [...new Set([...hosts, withoutWww(frameUrl.hostname)])],
    origins: [frameUrl.origin],
    consent: own.consent,
    read: [
      ...own.hosts.flatMap((host) => own.paths.map((path) => form(host, path, { host, path }))),
      form(frameUrl.hostname, framePath, { host: mainHost, path: mainPath }),
    ],
  }
  compiled.set(own, provider)
  return provider
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

/** Text around placeholders is literal. */
function pattern(text: string): string {
  const seen = new Set<string>()
  return text
    .split(/(\{[a-z]{1,20}\})/)
    .map((piece) => {
      const name = /^\{([a-z]{1,20})\}$/.exec(piece)?.[1]
      if (name === undefined) return piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
      if (seen.has(name)) return `\\k<${name}>`
      seen.add(name)
      return `(?<${name}>${PART})`
    })
    .join('')
}
