import type { EditorProps } from '../editor-props.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { StatusGroup } from './transitions.ts'

/** What every part of the app designer is given; `root` is the schema of apps. */
export type AppPartProps = EditorProps & { root: JsonSchema }
export type StatusPartProps = AppPartProps & { groups: StatusGroup[] }
