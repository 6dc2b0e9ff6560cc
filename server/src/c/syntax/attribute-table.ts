/** What attributes mean for values and control: most mean nothing, a few are modelled, all others are lost. */

export type AttributeKind =
  /** Means nothing for values and control. */
  | 'harmless'
  /** Modelled: see where the kind is asked for. */
  | 'cleanup'
  | 'constructor'
  | 'noreturn'
  | 'packed'
  | 'aligned'
  | 'aliasing'
  /** The object or function is, or may be, another one by another name or in another file. */
  | 'elsewhere'
  /** Calls of the function may return more than once. */
  | 'returns-twice'
  /** The type is another one, which isn't modelled. */
  | 'type'
  /** Not known. */
  | 'unknown';

const HARMLESS =
  `access alloc_align alloc_size always_inline annotate artificial assume assume_aligned availability btf_decl_tag
  btf_type_tag callback capability cdecl cf_check cold common const convergent copy counted_by counted_by_or_null
  deprecated designated_init destructor diagnose_if disable_tail_calls dllexport element_count enum_extensibility
  error externally_visible fallthrough fastcall fd_arg fd_arg_read fd_arg_write flag_enum flatten
  force_align_arg_pointer format format_arg gnu_inline guarded_by hot hotpatch indirect_return internal_linkage
  leaf likely malloc maybe_unused minsize ms_abi ms_hook_prologue musttail no_address_safety_analysis no_builtin
  no_caller_saved_registers no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize
  no_sanitize_address no_sanitize_coverage no_sanitize_memory no_sanitize_thread no_sanitize_undefined
  no_split_stack no_stack_limit no_stack_protector noclone nocf_check nocommon nodebug nodiscard noduplicate
  noescape noinline noipa nomerge nonnull nonstring noplt nothrow not_tail_called null_terminated_string_arg
  optimize optnone patchable_function_entry preserve_access_index preserve_all preserve_most pt_guarded_by pure
  regparm reproducible retain returns_nonnull section sentinel simd sseregparm stack_protect stdcall
  strict_flex_array sysv_abi tainted_args target thiscall tls_model type_visibility unavailable uninitialized
  unlikely unsequenced unused used visibility warn_if_not_aligned warn_unused_result warning zero_call_used_regs
  restrict noalias allocator nothrow novtable noRTTI align_value acquire_capability release_capability
  requires_capability assert_capability no_thread_safety_analysis exclusive_locks_required locks_excluded lockable
  scoped_lockable sized_by strub swift_name swift_private objc_bridge ns_returns_retained cf_returns_retained
  nullable _Nonnull lto_preserve_function warn_unused bnd_instrument bnd_legacy`.split(/\s+/);

const TABLE: ReadonlyMap<string, AttributeKind> = new Map<string, AttributeKind>([
  ...HARMLESS.map((name): [string, AttributeKind] => [name, 'harmless']),
  ['cleanup', 'cleanup'],
  ['constructor', 'constructor'],
  ['noreturn', 'noreturn'],
  ['_Noreturn', 'noreturn'],
  ['packed', 'packed'],
  ['aligned', 'aligned'],
  ['align', 'aligned'],
  ['may_alias', 'aliasing'],
  ['returns_twice', 'returns-twice'],
  ...`alias weak weakref ifunc asm dllimport selectany weak_import symver target_clones target_version noinit
    persistent loader_uninitialized naked interrupt interrupt_handler signal overloadable thread`
    .split(/\s+/)
    .map((name): [string, AttributeKind] => [name, 'elsewhere']),
  ...`mode vector_size ext_vector_type neon_vector_type address_space hardbool scalar_storage_order
    transparent_union ms_struct gcc_struct ptr32 ptr64`
    .split(/\s+/)
    .map((name): [string, AttributeKind] => [name, 'type']),
]);

/** What an attribute of this name means. */
export function attributeKind(name: string): AttributeKind {
  return TABLE.get(name) ?? 'unknown';
}

/** Names that are known, for tests that go through all of them. */
export function knownAttributes(): Iterable<[string, AttributeKind]> {
  return TABLE;
}
