import type { ComponentProps } from 'react'

/**
 * React adds a preload for an eager `<img>` outside a `<picture>`, and only helmet may write to the head
 * (docs/decisions/028).
 */
export function EagerImage({ alt, ...rest }: ComponentProps<'img'> & { alt: string }) {
  return (
    <picture>
      <img alt={alt} {...rest} />
    </picture>
  )
}
