import type { ReactNode } from 'react'
import type { AdSlot } from '../../src/content/ad-slot.ts'
import { AdBox } from './ad-box.tsx'

/** A list of posts, with an advertisement at its side on a large screen (CARD-21); without a slot only the list. */
export function ListWithAd({ slot, children }: { slot: AdSlot | undefined; children: ReactNode }) {
  if (!slot) return children
  return (
    <div className="list-with-ad">
      {children}
      <div className="list-aside">
        <AdBox slot={slot} />
      </div>
    </div>
  )
}
