/** A text with its found words marked. */
export function Marked({ text, marks }: { text: string; marks: readonly (readonly number[])[] }) {
  const pieces = marks.flatMap(([start = 0, end = 0], at) => {
    const before = marks[at - 1]?.[1] ?? 0
    return [
      text.slice(before, start),
      <mark key={start} className="found">
        {text.slice(start, end)}
      </mark>,
    ]
  })
  return (
    <>
      {pieces}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
