function Icon({ size = 20, children }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {children}
    </svg>
  )
}

const STROKE = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' }

export function ChevronIcon() {
  return (
    <Icon size={14}>
      <path d="m5 9 7 7 7-7" {...STROKE} strokeWidth={3} />
    </Icon>
  )
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="10.5" cy="10.5" r="6.5" {...STROKE} />
      <path d="m15.5 15.5 5 5" {...STROKE} />
    </Icon>
  )
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="M5 5l14 14M19 5 5 19" {...STROKE} />
    </Icon>
  )
}

export function ThemeIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="8" {...STROKE} />
      <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
    </Icon>
  )
}

export function BookmarkIcon() {
  return (
    <Icon>
      <path d="M6 4h12v16l-6-5-6 5z" {...STROKE} />
    </Icon>
  )
}
