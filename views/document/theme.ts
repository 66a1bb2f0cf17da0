export type Theme = 'light' | 'dark'

export const THEME_KEY = 'theme'

/** Runs before the first paint (THEME-1). */
export const themeScript = `{const f=()=>{let t;try{t=localStorage.getItem('${THEME_KEY}')}catch(e){}document.documentElement.dataset.theme=t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'};f();document.addEventListener('prerenderingchange',f)}`
