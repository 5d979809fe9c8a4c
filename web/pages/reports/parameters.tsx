import { Button } from '@mantine/core'
import { useState } from 'react'
import { FieldInput } from '../../fields/registry.tsx'
import { useTexts } from '../../texts/index.ts'
import type { Report } from './list-page.tsx'
import classes from './reports.module.css'
import type { Values } from './values.ts'

type ParametersProps = { report: Report; values: Values; onRun: (values: Values) => void }

export function Parameters({ report, values, onRun }: ParametersProps) {
  const t = useTexts().reports
  const [given, setGiven] = useState(values)
  if (report.parameters.length === 0) return null
  const isMissing = report.parameters.some(
    ({ code, required }) => required && (given[code] ?? null) === null,
  )
  return (
    <form
      className={classes.parameters}
      aria-label={t.parameters}
      onSubmit={(event) => {
        event.preventDefault()
        onRun(given)
      }}
    >
      {report.parameters.map((field) => (
        <div key={field.code} className={classes.parameter}>
          <FieldInput
            field={field}
            label={field.view.name}
            value={given[field.code] ?? null}
            onChange={(value) => setGiven((known) => ({ ...known, [field.code]: value }))}
          />
        </div>
      ))}
      <Button type="submit" size="sm" variant="default" disabled={isMissing}>
        {t.run}
      </Button>
    </form>
  )
}
