/** What a text field must carry to be a combobox: the ids of its list while that is open, and of the option that is active in it. */
export function comboboxProps(list: string | undefined, option: string | undefined) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': list !== undefined,
    'aria-controls': list,
    'aria-activedescendant': list === undefined ? undefined : option,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
  } as const
}
