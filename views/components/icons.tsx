const SIZE = { viewBox: '0 0 24 24', width: 20, height: 20 } as const
const STROKE = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const

export function SearchIcon() {
  return (
    <svg {...SIZE} aria-hidden="true">
      <circle cx="10.5" cy="10.5" r="6.5" {...STROKE} />
      <path d="m15.5 15.5 5 5" {...STROKE} />
    </svg>
  )
}

export function BookmarkIcon() {
  return (
    <svg {...SIZE} aria-hidden="true">
      <path d="M6 4h12v16l-6-5-6 5z" {...STROKE} />
    </svg>
  )
}

export function CloseIcon() {
  return (
    <svg {...SIZE} aria-hidden="true">
      <path d="M5 5l14 14M19 5 5 19" {...STROKE} />
    </svg>
  )
}

export function ThemeIcon() {
  return (
    <svg {...SIZE} aria-hidden="true">
      <circle cx="12" cy="12" r="8" {...STROKE} />
      <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
    </svg>
  )
}

export function ChevronIcon() {
  return (
    <svg {...SIZE} width="14" height="14" aria-hidden="true">
      <path d="m5 9 7 7 7-7" {...STROKE} strokeWidth="3" />
    </svg>
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
