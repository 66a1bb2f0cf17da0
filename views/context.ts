import { createContext, useContext } from 'react'
import type { ContentReader } from '../src/content/reader.ts'
import type { Report } from '../src/content/report.ts'
import type { Integrations } from '../src/integrations/settings.ts'
import type { Service, Services } from '../src/services/service.ts'

/** Addresses of the built files. */
export interface Assets {
  styles: string
  /** On paper; no page waits for them. */
  printStyles: string
  boot: string
  /** What the boot script imports at once. */
  bootParts: string[]
  /** Fonts that the first view needs. */
  fonts: string[]
}

/** What a request brings to loaders and pages: its service and its content, nothing of Express. */
export interface Portal {
  service: Service
  services: Services
  assets: Assets
  reader(service: Service): ContentReader
  /** Whether a host may be the target of a redirect that the CMS asks for (decision 11). */
  isOwnHost(hostname: string): boolean
  integrations: Integrations
  /** Giphy is configured: its animations load with the articles that show them. */
  hasAnimations: boolean
  /** Told of a block that could not be rendered. */
  report: Report
}

const PortalContext = createContext<Portal | undefined>(undefined)
export const PortalProvider = PortalContext.Provider

/** The portal of the request being rendered. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('rendered outside a PortalProvider')
  return portal
}
