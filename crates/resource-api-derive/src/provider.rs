//! `#[provider]`: which methods a provider has.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, ImplItem, ItemImpl, Result, ext::IdentExt, spanned::Spanned};

/// Adds the names of the methods to an implementation, or the error.
pub fn expand(options: &TokenStream, item: &TokenStream) -> TokenStream {
    let added = methods(options, item).unwrap_or_else(|error| error.to_compile_error());
    quote!(#item #added)
}

fn methods(options: &TokenStream, item: &TokenStream) -> Result<TokenStream> {
    let Ok(ItemImpl { trait_: Some(_), generics, self_ty, items, .. }) = syn::parse2(item.clone()) else {
        let message = "`#[provider]` describes the implementation of a provider\n\
                       help: write it above `impl Provider for …` or `impl SimpleProvider for …`";
        return Err(Error::new(item.span(), message));
    };
    let methods = match options.to_string().as_str() {
        "" => {
            let names = items.iter().filter_map(|item| match item {
                ImplItem::Fn(function) => Some(function.sig.ident.unraw().to_string()),
                _ => None,
            });
            quote!(These(&[#(#names),*]))
        }
        "as_declared" => quote!(AsDeclared),
        _ => return Err(Error::new(options.span(), "`as_declared` is the only option of `#[provider]`")),
    };
    let (parameters, _, conditions) = generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #parameters ::resource_api::provider::Implements for #self_ty #conditions {
            fn methods() -> ::resource_api::provider::Methods {
                ::resource_api::provider::Methods::#methods
            }
        }
    })
}
