'use client'

import { useState } from 'react'
import { ThemeIcon } from './icons'

/** Light or dark. */
export function ThemeSwitch({ label }) {
  const [isDark, setDark] = useState(false)
  const change = () => {
    document.documentElement.dataset.theme = isDark ? 'light' : 'dark'
    setDark(!isDark)
  }
  return (
    <button
      className="icon-button"
      type="button"
      role="switch"
      aria-checked={isDark}
      aria-label={label}
      onClick={change}
    >
      <ThemeIcon />
    </button>
  )
}
