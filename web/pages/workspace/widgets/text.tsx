import { Markdown } from '../../../fields/markdown.tsx'
import type { WidgetProps } from './widget.ts'

export const TextWidget = ({ settings }: WidgetProps<'text'>) => <Markdown text={settings.text} />
