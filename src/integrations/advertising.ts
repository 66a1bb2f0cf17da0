import type { Service } from '../services/service.ts'
import type { Integrations } from './settings.ts'

/** Plus never advertises (ADS-12). */
export function isAdvertising({ adNetwork }: Pick<Integrations, 'adNetwork'>, service: Service): boolean {
  return adNetwork !== undefined && service.articleLayout !== 'single'
}
