import { Empty } from '../components/states.tsx'
import { useTexts } from '../texts/index.ts'

export function NotFound() {
  const t = useTexts()
  return <Empty title={t.frame.states.notFound} hint={t.frame.states.notFoundHint} />
}
