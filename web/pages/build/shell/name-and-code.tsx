import { useState } from 'react'
import { TextField } from '../../../components/controls.tsx'
import { codeOf, isCode } from '../code-of.ts'
import { useBuildTexts } from '../texts.ts'

/** A name, and a code that follows from it until somebody types another. */
export function useNameAndCode(fallback: string) {
  const [name, setName] = useState('')
  const [typed, setTyped] = useState<string>()
  const code = typed ?? codeOf(name, [], fallback)
  const isTouched = name !== '' || typed !== undefined
  return {
    name: name.trim(),
    shown: name,
    code,
    isTouched,
    isWrong: !isCode(code),
    setName,
    setTyped,
  }
}

type NameAndCodeProps = { value: ReturnType<typeof useNameAndCode>; isTaken?: boolean }

export function NameAndCode({ value, isTaken = false }: NameAndCodeProps) {
  const t = useBuildTexts().shell
  const { shown, code, isTouched, isWrong, setName, setTyped } = value
  return (
    <>
      <TextField label={t.name} required data-autofocus value={shown} onChange={setName} />
      <TextField
        label={t.code}
        description={t.codeHint}
        required
        value={code}
        error={isTouched && (isWrong || isTaken) && t.codeHint}
        onChange={setTyped}
      />
    </>
  )
}
