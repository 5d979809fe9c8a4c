import { Alert } from '@mantine/core'
import { useTexts } from '../../texts/index.ts'
import { refusalOf } from './refusal-text.ts'

export function Refusal({ error }: { error: unknown }) {
  const t = useTexts()
  return (
    error instanceof Error && (
      <Alert color="red" variant="light" role="alert">
        {refusalOf(error, t)}
      </Alert>
    )
  )
}
