/** A place in a recording as players show it: `1:05`, `1:02:03`. @param seconds from the beginning */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`
}
