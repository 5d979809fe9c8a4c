import { marked } from 'marked'
import { useMemo } from 'react'
import { RichText } from '../components/rich-text.tsx'

/** The markup that it makes is checked like any other. */
export function Markdown({ text }: { text: string }) {
  const markup = useMemo(() => marked.parse(text, { async: false, breaks: true }), [text])
  return <RichText text={markup} />
}
