import { useEffect, useId, useRef, useState } from 'react'

export interface QuizProps {
  question: string
  options: string[]
  /** Index of the right option, from 0. */
  correct: number
  why?: string | undefined
}

/**
 * The question with its options. Without a script the answer opens on request; with one a choice is judged at once, and
 * the answer opens with the right one.
 */
export default function Quiz({ question, options, correct, why }: QuizProps) {
  const name = useId()
  const choices = useRef<HTMLFieldSetElement>(null)
  const [choice, setChoice] = useState<number>()
  // A choice made before this ran.
  useEffect(() => {
    const made = choices.current?.querySelector<HTMLInputElement>(':checked')
    if (made) setChoice(Number(made.value))
  }, [])
  const isRight = choice === correct
  return (
    <section className="quiz">
      <fieldset ref={choices}>
        <legend>{question}</legend>
        {options.map((option, index) => (
          <label key={option}>
            <input type="radio" name={name} value={index} onChange={() => setChoice(index)} />
            {option}
          </label>
        ))}
      </fieldset>
      <p role="status">{choice !== undefined && (isRight ? 'Так, правильно!' : 'Ні, спробуйте ще.')}</p>
      <details open={isRight || undefined}>
        <summary>Показати відповідь</summary>
        <p>
          {options[correct]}
          {why && `. ${why}`}
        </p>
      </details>
    </section>
  )
}
