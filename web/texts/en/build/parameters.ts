/** Parameters of workspaces and modules, and the values that hold now. */
export const parameters = {
  partsOfWorkspace: 'Parts of the workspace',
  settings: 'Settings',
  title: 'Parameters',
  ofModule:
    'Settings that programs read as Namespace.params.data. The audit log has their values, except for secrets.',
  ofWorkspace:
    'Settings that processes read as workspace.<code>, and scripts as Namespace.params.data. The audit log has their values, except for secrets, which only scripts read.',
  values: 'Values',
  valuesHint: 'Changes take effect at once, without publishing.',
  valuesChanged:
    'Of the parameters as they were published last: the changes of this draft are not in them. Values take effect at once, without publishing.',
  unpublished: 'Values can be set here once this is published. Until then there are none.',
  none: 'There are no parameters.',
  refused: 'Only those with the right “manage” may set values.',
  parameter: 'Parameter',
  value: 'Value',
  origin: 'Origin',
  isSet: 'Set',
  isDefault: 'Default',
  isMissing: 'Not set',
  change: 'Change',
  changeOf: (name: string) => `Change “${name}”`,
  default: 'Default:',
  toDefault: 'Back to the default',
  remove: 'Remove',
  secretHint: 'It is sealed and never shown again. Only scripts read it.',
}
