import { createContext, useContext } from 'react'

/** An island receives the texts with its props. */
export interface Markers {
  promo: string
  sponsored: string
}

const MarkersContext = createContext<Markers | undefined>(undefined)
export const MarkersProvider = MarkersContext.Provider

export function useMarkers(): Markers {
  const markers = useContext(MarkersContext)
  if (!markers) throw new Error('rendered outside a MarkersProvider')
  return markers
}
