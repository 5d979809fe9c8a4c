import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import { useFieldName } from '../../../fields/field-name.ts'
import { isEmpty } from '../../../fields/parts.tsx'
import { FieldValue } from '../../../fields/registry.tsx'
import { useTexts } from '../../../texts/index.ts'
import { Section } from '../../apps/item/section.tsx'
import { ChangeVariables } from './change-variables.tsx'
import classes from './instance.module.css'
import type { Instance } from './instance-page.tsx'

/** What the process knows, by name; who may change the process may correct it. */
export function Variables({ of }: { of: Instance }) {
  const t = useTexts().processes.variables
  const nameOf = useFieldName()
  const [isChanging, setIsChanging] = useState(false)
  const { data } = useApi('processes', 'diagram', { params: { id: of.id } }, { fresh: 60_000 })
  const values = new Map(of.variables.map(({ code, value }) => [code, value]))
  const fields = data?.variables ?? []
  const filled = fields.filter(({ code }) => !isEmpty(values.get(code)))
  const empty = fields.filter(({ code }) => isEmpty(values.get(code)))
  const canChange = of.canChange && of.endedAt === null && fields.length > 0
  return (
    <Section
      title={t.title}
      action={
        canChange && (
          <Button variant="subtle" color="gray" onClick={() => setIsChanging(true)}>
            {t.edit}
          </Button>
        )
      }
    >
      {data && fields.length === 0 && <span className={classes.quiet}>{t.none}</span>}
      <dl className={classes.values}>
        {filled.map((field) => (
          <div key={field.code}>
            <dt>{nameOf(field)}</dt>
            <dd>
              <FieldValue field={field} value={values.get(field.code)} />
            </dd>
          </div>
        ))}
      </dl>
      {empty.length > 0 && (
        <details className={classes.detail}>
          <summary>{t.showEmpty(empty.length)}</summary>
          {empty.map(nameOf).join(', ')}
        </details>
      )}
      {isChanging && <ChangeVariables instance={of.id} onClose={() => setIsChanging(false)} />}
    </Section>
  )
}
