import { hasUrl, serviceNamed } from '../services/registry.ts'
import type { Service, Services } from '../services/service.ts'
import { cssColour } from './colour.ts'

export interface SourceLabel {
  name: string
  color: string
  isMedium?: boolean
  /** On its own portal a card need not say it (CARD-40). */
  isOwn?: true
  href?: string
}

interface LabelSettings {
  mode?: string
  name?: string
  color?: string
  serviceName?: string
  size?: string
}

const HIDDEN = 'Nie wyświetlaj'
const CUSTOM = 'Ustaw'
const MEDIUM = 'M'

/** @returns undefined: hidden (CARD-1 to CARD-5) */
export function sourceLabel(
  { mode, name, color, serviceName, size }: LabelSettings,
  { service, services }: { service: Service; services: Services },
): SourceLabel | undefined {
  if (mode === HIDDEN) return undefined
  const portal = serviceNamed(services, serviceName)
  const customName = mode === CUSTOM ? name : undefined
  const customColor = mode === CUSTOM ? cssColour(color) : undefined
  const isElsewhere = portal !== undefined && portal.name !== service.name && hasUrl(portal)
  const isOwn = !customName && (portal ? portal.name === service.name : !serviceName)
  return {
    name: customName || portal?.title || serviceName || service.title,
    color: customColor ?? (portal ?? service).color,
    isMedium: size === MEDIUM || undefined,
    isOwn: isOwn || undefined,
    href: isElsewhere && !customName ? `${portal.serviceUrl}/` : undefined,
  }
}
