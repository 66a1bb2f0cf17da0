/** CSS pixels (VIDEO-1). */
const SIZE = { viewBox: '0 0 24 24', width: 25, height: 25 } as const
const WAVE = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const
const SPEAKER = 'M4 9v6h4l5 4V5L8 9z'

export function PlayIcon() {
  return (
    <svg {...SIZE} aria-hidden="true">
      <path d="M7 4v16l13-8z" fill="currentColor" />
    </svg>
  )
}

export function PauseIcon() {
  return (
    <svg {...SIZE} aria-hidden="true">
      <path d="M6 4h4v16H6zM14 4h4v16h-4z" fill="currentColor" />
    </svg>
  )
}

export function SoundIcon() {
  return (
    <svg {...SIZE} aria-hidden="true">
      <path d={SPEAKER} fill="currentColor" />
      <path d="M16 9a4 4 0 0 1 0 6M18.5 6a8 8 0 0 1 0 12" {...WAVE} />
    </svg>
  )
}

export function SoundOffIcon() {
  return (
    <svg {...SIZE} aria-hidden="true">
      <path d={SPEAKER} fill="currentColor" />
      <path d="m16 9 6 6M22 9l-6 6" {...WAVE} />
    </svg>
  )
}
