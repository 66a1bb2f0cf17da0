import type { SponsoredLink } from '../../src/content/block.ts'
import { useMessages } from '../context.ts'
import { Tooltip } from './tooltip.tsx'

/** BLOCK-34. */
export function SponsorButton({
  button,
  sponsor,
}: {
  button: SponsoredLink | undefined
  sponsor?: string | undefined
}) {
  const messages = useMessages()
  if (!button || button.link.href === '') return null
  return (
    <Tooltip text={sponsor && messages.offers.toSponsor({ sponsor })}>
      <a className="button" {...button.link}>
        {button.label}
      </a>
    </Tooltip>
  )
}
