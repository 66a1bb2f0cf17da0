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
