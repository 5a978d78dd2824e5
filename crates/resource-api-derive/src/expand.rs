//! The code that the derive macros generate.
//!
//! Everything that depends on a field's type has the span of that type, and always the same bounds, so that the
//! compiler reports an unsupported type once, at the field.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Type, spanned::Spanned};

use crate::{
    field_type,
    input::{Derive, Extra, Field, Input},
    literal,
};

/// Generates the implementations for a struct without problems.
pub fn expand(input: &Input) -> TokenStream {
    let ident = &input.ident;
    let reads = input.fields.iter().map(read);
    let writes = input.fields.iter().map(write);
    let attributes = input.fields.iter().map(define);
    match input.derive {
        Derive::Resource => {
            let name = input.name();
            let failure = format!("{name}.{{}}");
            let options = type_options(input);
            quote! {
                #[automatically_derived]
                impl ::resource_api::Resource for #ident {
                    fn from_state(
                        state: &::resource_api::State,
                    ) -> ::core::result::Result<Self, ::resource_api::Failure> {
                        let read = || -> ::core::result::Result<Self, ::resource_api::data::DataError> {
                            ::core::result::Result::Ok(Self { #(#reads),* })
                        };
                        read().map_err(|error| ::resource_api::Failure::resource(::std::format!(#failure, error)))
                    }

                    fn into_state(self) -> ::resource_api::State {
                        let mut attributes = ::resource_api::State::new();
                        let state = &mut attributes;
                        #(#writes)*
                        attributes
                    }

                    fn type_name() -> ::core::option::Option<&'static str> {
                        ::core::option::Option::Some(#name)
                    }
                }

                #[automatically_derived]
                impl ::resource_api::DefinesType for #ident {
                    fn builder() -> ::resource_api::definition::TypeBuilder {
                        ::resource_api::TypeDefinition::builder(#name) #(#attributes)* #options
                    }
                }
            }
        }
        Derive::AttributeGroup => quote! {
            #[automatically_derived]
            impl ::resource_api::definition::DefinesAttributes for #ident {
                fn attributes() -> ::resource_api::AttributeGroup {
                    ::resource_api::AttributeGroup::new() #(#attributes)*
                }

                fn read(
                    state: &::resource_api::State,
                ) -> ::core::result::Result<Self, ::resource_api::data::DataError> {
                    ::core::result::Result::Ok(Self { #(#reads),* })
                }

                fn write(self, state: &mut ::resource_api::State) {
                    #(#writes)*
                }
            }
        },
    }
}

/// Generates empty implementations in addition to the errors, so that their absence causes no further errors.
pub fn stubs(ident: &Ident, derive: Derive) -> TokenStream {
    match derive {
        Derive::Resource => quote! {
            #[automatically_derived]
            impl ::resource_api::Resource for #ident {
                fn from_state(_: &::resource_api::State) -> ::core::result::Result<Self, ::resource_api::Failure> {
                    ::core::panic!()
                }
                fn into_state(self) -> ::resource_api::State {
                    ::core::panic!()
                }
            }
            #[automatically_derived]
            impl ::resource_api::DefinesType for #ident {
                fn builder() -> ::resource_api::definition::TypeBuilder {
                    ::core::panic!()
                }
            }
        },
        Derive::AttributeGroup => quote! {
            #[automatically_derived]
            impl ::resource_api::definition::DefinesAttributes for #ident {
                fn attributes() -> ::resource_api::AttributeGroup {
                    ::core::panic!()
                }
                fn read(
                    _: &::resource_api::State,
                ) -> ::core::result::Result<Self, ::resource_api::data::DataError> {
                    ::core::panic!()
                }
                fn write(self, _: &mut ::resource_api::State) {}
            }
        },
    }
}

fn as_data(field_type: &Type) -> TokenStream {
    quote_spanned!(field_type.span()=> <#field_type as ::resource_api::Data>)
}

fn as_group(field_type: &Type) -> TokenStream {
    quote_spanned!(field_type.span()=> <#field_type as ::resource_api::definition::DefinesAttributes>)
}

fn read(field: &Field) -> TokenStream {
    let (ident, name) = (&field.ident, field.name());
    if field.options.group.is_some() {
        let group = as_group(&field.field_type);
        return quote!(#ident: #group::read(state)?);
    }
    let data = as_data(&field.field_type);
    quote!(#ident: state.read_with(#name, #data::from_value)?)
}

fn write(field: &Field) -> TokenStream {
    let (ident, name) = (&field.ident, field.name());
    if field.options.group.is_some() {
        let group = as_group(&field.field_type);
        return quote!(#group::write(self.#ident, state););
    }
    let data = as_data(&field.field_type);
    quote!(state.write_value(#name, #data::into_value(self.#ident));)
}

fn define(field: &Field) -> TokenStream {
    if field.options.group.is_some() {
        let group = as_group(&field.field_type);
        return quote!(.attributes(&#group::attributes()));
    }
    let (name, options) = (field.name(), &field.options);
    let data_type = match &options.data_type {
        Some(text) => quote!(#text),
        None => {
            let data = as_data(&field.field_type);
            quote!(#data::puppet_type())
        }
    };
    let description = field.description.iter().map(|text| quote!(.desc(#text)));
    let default = options.default.iter().map(|expression| match literal::value(expression) {
        Some(value) => {
            let value = literal::tokens(&value);
            quote!(.default(#value))
        }
        // Other expressions are checked by the compiler: they must have the type of the field.
        None => {
            let inner = field_type::inside_option(&field.field_type).unwrap_or(&field.field_type);
            let data = as_data(inner);
            quote!(.default({
                let default: #inner = #expression;
                #data::into_value(default)
            }))
        }
    });
    let words = [&options.behaviour, &options.sensitive, &options.lazy].into_iter().flatten();
    let words = words.map(|word| {
        let method = format_ident!("{}", word, span = proc_macro2::Span::call_site());
        quote!(.#method())
    });
    let extra = options.extra.iter().map(extra);
    quote! {
        .attribute(
            #name,
            ::resource_api::Attribute::builder(#data_type) #(#description)* #(#default)* #(#words)* #(#extra)*
        )
    }
}

fn type_options(input: &Input) -> TokenStream {
    let options = &input.options;
    let description = input.description.iter().map(|text| quote!(.desc(#text)));
    let features = options.features.iter().map(|feature| {
        let variant = format_ident!("{}", camel_case(&feature.to_string()));
        quote!(.feature(::resource_api::Feature::#variant))
    });
    let patterns = options.title_patterns.iter().map(|title| {
        let (pattern, description) = (&title.pattern, &title.description);
        quote!(.title_pattern(#pattern, #description))
    });
    let relations = options.relations.iter().map(|relation| {
        let (key, other, titles) = (format_ident!("{}", relation.key), &relation.other, &relation.titles);
        quote!(.#key::<&str>(#other, [#(#titles),*]))
    });
    let extra = options.extra.iter().map(extra);
    quote!(#(#description)* #(#features)* #(#patterns)* #(#relations)* #(#extra)*)
}

fn extra(extra: &Extra) -> TokenStream {
    let (key, value) = (&extra.key, literal::tokens(&extra.value));
    quote!(.extra(#key, #value))
}

/// Converts `simple_get_filter` to `SimpleGetFilter`.
fn camel_case(feature: &str) -> String {
    let capitalized = feature.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    capitalized.collect()
}
