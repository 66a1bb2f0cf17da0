import { Picture } from './picture'

/** A round face, else the initial; the name stands next to it. */
export function Portrait({ person: { name, avatar }, size }) {
  if (!avatar) {
    return (
      <span className="portrait portrait-initials" aria-hidden="true">
        {name.charAt(0)}
      </span>
    )
  }
  const picture = { ...avatar, alt: '', width: size, height: size }
  return <Picture picture={picture} sizes={`${size}px`} className="portrait" />
}
