import type { ReactNode } from 'react'

/** The style sheet sets size and lines. */
function ButtonIcon({ children }: { children: ReactNode }) {
  // biome-ignore lint/a11y/noSvgWithoutTitle: a button's content is no part of the accessibility tree
  return <svg viewBox="0 0 24 24">{children}</svg>
}

export function SearchIcon() {
  return (
    <ButtonIcon>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </ButtonIcon>
  )
}

export function BookmarkIcon() {
  return (
    <ButtonIcon>
      <path d="M6 4h12v16l-6-5-6 5z" />
    </ButtonIcon>
  )
}

export function CloseIcon() {
  return (
    <ButtonIcon>
      <path d="M5 5l14 14M19 5 5 19" />
    </ButtonIcon>
  )
}

export function ThemeIcon() {
  return (
    <ButtonIcon>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" stroke="none" />
    </ButtonIcon>
  )
}

export function ChevronIcon() {
  return (
    <ButtonIcon>
      <path d="m5 9 7 7 7-7" />
    </ButtonIcon>
  )
}

/** CSS pixels (VIDEO-1). */
const PLAYER_SIZE = { viewBox: '0 0 24 24', width: 25, height: 25 } as const
const WAVE = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const
const SPEAKER = 'M4 9v6h4l5 4V5L8 9z'

export function PlayIcon() {
  return (
    <svg {...PLAYER_SIZE} aria-hidden="true">
      <path d="M7 4v16l13-8z" fill="currentColor" />
    </svg>
  )
}

export function PauseIcon() {
  return (
    <svg {...PLAYER_SIZE} aria-hidden="true">
      <path d="M6 4h4v16H6zM14 4h4v16h-4z" fill="currentColor" />
    </svg>
  )
}

export function SoundIcon() {
  return (
    <svg {...PLAYER_SIZE} aria-hidden="true">
      <path d={SPEAKER} fill="currentColor" />
      <path d="M16 9a4 4 0 0 1 0 6M18.5 6a8 8 0 0 1 0 12" {...WAVE} />
    </svg>
  )
}

export function SoundOffIcon() {
  return (
    <svg {...PLAYER_SIZE} aria-hidden="true">
      <path d={SPEAKER} fill="currentColor" />
      <path d="m16 9 6 6M22 9l-6 6" {...WAVE} />
    </svg>
  )
}
